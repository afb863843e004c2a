"""docker-compose.cluster.yml without containers: its services as processes of this machine.

Nothing is written down twice: commands, variables, mounts, health checks and the order of starting
are read from the compose file. Only places differ: names of services and their ports become ports
of 127.0.0.1, and folders of the containers become folders of one that is given.
"""
