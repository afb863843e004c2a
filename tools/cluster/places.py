"""Maps the places of a compose file to this machine: services' addresses to ports of 127.0.0.1, and
folders of containers to local folders."""

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
    """The places of a cluster. `project`: the folder whose files are mounted; `folder`: where all
    other files are; `preferred_ports`: local ports to use if they are free, by service and its port
    in the container."""

    def __init__(
        self,
        compose: Compose,
        project: Path,
        folder: Path,
        preferred_ports: Mapping[tuple[str, int], int],
    ) -> None:
        self._networks = compose.networks
        names = "|".join(re.escape(service.name) for service in compose.services)
        self._address = re.compile(rf"(?<![\w.-])({names}):(\d+)\b")
        self._project = project
        self._folder = folder
        self._preferred_ports = preferred_ports
        self._ports: dict[tuple[str, int], socket.socket] = {}

    def port(self, service: str, port: int) -> int:
        """The local port for a service's port; always the same."""
        if (reserved := self._ports.get((service, port))) is None:
            reserved = self._ports[service, port] = _reserve_port(
                self._preferred_ports.get((service, port), 0)
            )
        number: int = reserved.getsockname()[1]
        return number

    def close(self) -> None:
        """Releases the ports."""
        for reserved in self._ports.values():
            reserved.close()

    def log(self, service: Service) -> Path:
        """The file with the service's output."""
        return self._folder / "log" / f"{service.name}.log"

    def working_folder(self, service: Service) -> Path:
        """The local folder for the container's working directory, which is created."""
        folder = self._folder / service.name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def folder_of(self, service: Service, target: str) -> Path:
        """The local folder for a folder of the service's container."""
        source = service.mounts[target]
        if source is None or source.startswith("."):
            return self._folder / service.name / target.strip("/").replace("/", "-")
        return self._folder / "volumes" / source

    def text(self, service: Service, text: str) -> str:
        """A word of a command or a variable's value, with local places."""
        own_port = rf"\b(?:{re.escape(EVERYWHERE)}|{re.escape(HERE)}):(\d+)\b"
        text = re.sub(own_port, lambda m: f"{HERE}:{self.port(service.name, int(m[1]))}", text)
        text = HERE if text == EVERYWHERE else text
        text = re.sub(r"\b\d+\.\d+\.\d+\.\d+(?:/\d+)?", lambda m: self._loopback(m[0]), text)
        return self._replace_names(service, text)

    def environment(self, service: Service) -> dict[str, str]:
        """The service's variables with local places; those named PORT are its own ports."""
        return {
            name: str(self.port(service.name, int(value)))
            if name.endswith("PORT") and value.isdigit()
            else self.text(service, value)
            for name, value in service.environment.items()
        }

    def prepare(self, service: Service) -> list[Path]:
        """Creates the service's folders, with copies of the project's files in which the places are
        local. Returns the folders."""
        folders = []
        for target, source in service.mounts.items():
            folder = self.folder_of(service, target)
            if source is not None and source.startswith("."):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
                for file in (self._project / source).iterdir():
                    copy = folder / file.name
                    copy.write_text(self._rewrite_file(service, file.read_text()))
            folder.mkdir(parents=True, exist_ok=True)
            folders.append(folder)
        return folders

    def _replace_names(self, service: Service, text: str) -> str:
        """The text with services' addresses and the container's folders replaced."""
        text = self._address.sub(lambda m: f"{HERE}:{self.port(m[1], int(m[2]))}", text)
        for target in service.mounts:
            local = str(self.folder_of(service, target)).replace("\\", "\\\\")
            text = re.sub(rf"(?<![\w/.-]){re.escape(target)}(?=/|\b)", local, text)
        return text

    def _rewrite_file(self, service: Service, text: str) -> str:
        """A mounted file with local places; in Mosquitto's, also its listeners."""

        def listener(match: re.Match[str]) -> str:
            return f"listener {self.port(service.name, int(match[1]))} {HERE}"

        return self._replace_names(
            service, re.sub(r"^listener (\d+)$", listener, text, flags=re.MULTILINE)
        )

    def _loopback(self, text: str) -> str:
        """The loopback address or network that replaces one of the containers'."""
        if not any(ip_interface(text).ip in network for network in self._networks):
            return text
        return HERE if ip_network(text).num_addresses == 1 else HERE_NETWORK


def _reserve_port(preferred: int) -> socket.socket:
    """A socket that reserves a port for a service: the preferred one, or any if that is taken. The
    service can listen there nevertheless, since every server sets SO_REUSEADDR."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        reserved.bind((HERE, preferred))
    except OSError:
        reserved.bind((HERE, 0))
    return reserved
