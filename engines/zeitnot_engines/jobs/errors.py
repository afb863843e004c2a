"""What goes wrong between machines."""

import click


class ClusterError(click.ClickException):
    """The cluster cannot do the work; the message is one sentence that names the machine or the
    task. A command that does not handle it prints it and exits with 2."""

    exit_code = 2
