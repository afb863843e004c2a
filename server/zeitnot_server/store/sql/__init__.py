"""The store in SQL, for any database that has it: tables, queries, and what writes them.

Functions get a `connection.Connection`, or a session of SQLAlchemy; what a database must bring
itself (opening, transactions, checks) is in its own package. Where databases differ, see
`dialect`.
"""
