"""The one error that is meant for people."""


class CasefileError(Exception):
    """Something that a user gave cannot be used; one line says what is wrong and what would be right."""
