"""What can travel to another process with all its fields, whether its class is compiled or not."""

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Portable:
    """Pickles whole: what mypyc does by itself forgets the fields that an interpreted subclass adds."""

    def __getstate__(self) -> dict[str, object]:
        """All fields by name."""
        names: tuple[str, ...] = getattr(type(self), "__mypyc_attrs__", ())
        fields = {name: getattr(self, name) for name in names if name != "__dict__" and hasattr(self, name)}
        fields.update(getattr(self, "__dict__", {}))
        return fields

    def __setstate__(self, fields: dict[str, object]) -> None:
        """Take the fields of another one."""
        for name, value in fields.items():
            setattr(self, name, value)
