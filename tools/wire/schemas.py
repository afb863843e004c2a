"""JSON Schemas of all structs, as msgspec generates them, for OpenAPI and AsyncAPI alike."""

from typing import Any

import msgspec
import yaml

from . import model

_HEAD = "# Generated from clients/zeitnot_protocol by `make docs`; do not edit."
_TEMPLATE = "#/components/schemas/{name}"


def components() -> dict[str, Any]:
    """Every struct of the wire, by name, in the order of the protocol module."""
    structs = list(model.structs().values())
    _, schemas = msgspec.json.schema_components(structs, ref_template=_TEMPLATE)
    return {struct.__name__: _described(struct, schemas) for struct in structs}


def _described(struct: type[msgspec.Struct], schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema with the docstring's own line breaks."""
    schema = dict(schemas[struct.__name__])
    schema["description"] = model.shape(struct).doc
    return schema


def ref(struct: type) -> dict[str, str]:
    """A reference to a struct's schema."""
    return {"$ref": _TEMPLATE.format(name=struct.__name__)}


class _BlockTextDumper(yaml.SafeDumper):
    """YAML without anchors, with block style for texts of several lines."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_BlockTextDumper.add_representer(str, _text)


def to_yaml(document: dict[str, Any]) -> str:
    """A generated document's text."""
    body = yaml.dump(
        document, Dumper=_BlockTextDumper, sort_keys=False, allow_unicode=True, width=100
    )
    return f"# Generated from clients/zeitnot_protocol by `make docs`; do not edit.\n{body}"
