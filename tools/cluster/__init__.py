"""Runs docker-compose.cluster.yml without containers: its services are processes of this machine.

Commands, variables, mounts, health checks and the start order are read from the compose file. Only
the places differ: names of services and their ports become ports of 127.0.0.1, and folders of the
containers become subfolders of a local folder.
"""
