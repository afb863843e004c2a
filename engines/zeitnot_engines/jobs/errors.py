"""The error of jobs on other machines."""

import click


class ClusterError(click.ClickException):
    """The cluster cannot do the work; the message is a sentence that names the machine or the task.
    A command that does not handle the exception prints it and exits with 2."""

    exit_code = 2
