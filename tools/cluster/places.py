"""Where on this machine everything is that a compose file places in containers: ports of 127.0.0.1
instead of names of services, folders instead of the containers' own."""

import re
import shutil
import socket
from collections.abc import Mapping
from ipaddress import ip_interface, ip_network
from pathlib import Path

from .compose import Compose, Service

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
HERE_NETWORK = "127.0.0.0/8"


class Places:
    """The places of one cluster. `folder`: where all files are; `project`: whose files are
    mounted; `wanted`: ports by service and its own port, to take if they are free."""

    def __init__(
        self, compose: Compose, project: Path, folder: Path, wanted: Mapping[tuple[str, int], int]
    ) -> None:
        self._networks = compose.networks
        names = "|".join(re.escape(service.name) for service in compose.services)
        self._address = re.compile(rf"(?<![\w.-])({names}):(\d+)\b")
        self._project = project
        self._folder = folder
        self._wanted = wanted
        self._ports: dict[tuple[str, int], socket.socket] = {}

    def port(self, service: str, port: int) -> int:
        """The port of this machine that stands for a service's own; the same every time."""
        if (held := self._ports.get((service, port))) is None:
            held = self._ports[service, port] = _held(self._wanted.get((service, port), 0))
        number: int = held.getsockname()[1]
        return number

    def close(self) -> None:
        """Gives the ports back."""
        for held in self._ports.values():
            held.close()

    def log(self, service: Service) -> Path:
        """The file of what the service prints."""
        return self._folder / "log" / f"{service.name}.log"

    def own_folder(self, service: Service) -> Path:
        """What stands for the container's working directory: what is written there is kept."""
        folder = self._folder / service.name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def folder_of(self, service: Service, target: str) -> Path:
        """The folder that stands for one of the service's container."""
        source = service.mounts[target]
        if source is None or source.startswith("."):
            return self._folder / service.name / target.strip("/").replace("/", "-")
        return self._folder / "volumes" / source

    def text(self, service: Service, text: str) -> str:
        """A word of a command, or a variable's value, as it is here."""
        own = rf"\b(?:{re.escape(EVERYWHERE)}|{re.escape(HERE)}):(\d+)\b"
        text = re.sub(own, lambda m: f"{HERE}:{self.port(service.name, int(m[1]))}", text)
        text = HERE if text == EVERYWHERE else text
        text = re.sub(r"\b\d+\.\d+\.\d+\.\d+(?:/\d+)?", lambda m: self._loopback(m[0]), text)
        return self._named(service, text)

    def environment(self, service: Service) -> dict[str, str]:
        """Its variables as they are here; what is called a port is one of its own."""
        return {
            name: str(self.port(service.name, int(value)))
            if name.endswith("PORT") and value.isdigit()
            else self.text(service, value)
            for name, value in service.environment.items()
        }

    def prepare(self, service: Service) -> list[Path]:
        """Makes its folders, with copies of the project's files in which places are those here.
        Returns the folders."""
        folders = []
        for target, source in service.mounts.items():
            folder = self.folder_of(service, target)
            if source is not None and source.startswith("."):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
                for file in (self._project / source).iterdir():
                    copy = folder / file.name
                    copy.write_text(self._file(service, file.read_text()))
            folder.mkdir(parents=True, exist_ok=True)
            folders.append(folder)
        return folders

    def _named(self, service: Service, text: str) -> str:
        """The text with services' addresses and the container's folders replaced."""
        text = self._address.sub(lambda m: f"{HERE}:{self.port(m[1], int(m[2]))}", text)
        for target in service.mounts:
            here = str(self.folder_of(service, target)).replace("\\", "\\\\")
            text = re.sub(rf"(?<![\w/.-]){re.escape(target)}(?=/|\b)", here, text)
        return text

    def _file(self, service: Service, text: str) -> str:
        """A mounted file as it is here; Mosquitto's has ports of its own."""

        def listener(match: re.Match[str]) -> str:
            return f"listener {self.port(service.name, int(match[1]))} {HERE}"

        return self._named(service, re.sub(r"^listener (\d+)$", listener, text, flags=re.MULTILINE))

    def _loopback(self, text: str) -> str:
        """What stands for an address or a network of the containers."""
        if not any(ip_interface(text).ip in network for network in self._networks):
            return text
        return HERE if ip_network(text).num_addresses == 1 else HERE_NETWORK


def _held(wanted: int) -> socket.socket:
    """A socket that holds a port for a service: this one, or if it is taken any that is free. The
    service can listen there nevertheless, as every server sets SO_REUSEADDR."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        held.bind((HERE, wanted))
    except OSError:
        held.bind((HERE, 0))
    return held
