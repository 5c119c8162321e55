"""Which window of time is whose: that of all files, or of an alternative or a file each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ahp.errors import InputError, quoted

if TYPE_CHECKING:
    from ahp.ingest.window import Time, Window


@dataclass(frozen=True)
class Windows:
    """The windows of several files.

    Attributes
    ----------
    everywhere : Window or None
        That of every monitor that has no own.
    named : mapping of str to Window
        By the name of an alternative or a file.
    """

    everywhere: Window | None
    named: Mapping[str, Window]

    @classmethod
    def of(
        cls, given: tuple[Time | None, Time | None] | Mapping[str, tuple[Time | None, Time | None]] | None
    ) -> Windows:
        """Return the windows that a caller gives: one for all, or one by name; `""` is all others.

        Raises
        ------
        InputError
            If one is no start and end, or no window.
        """
        if given is None:
            return cls(None, {})
        from ahp.ingest.window import Window

        if not isinstance(given, Mapping):
            given = {"": given}
        for name, edges in given.items():
            if not (isinstance(name, str) and isinstance(edges, tuple | list) and len(edges) == 2):
                raise InputError(
                    f"window = {quoted(edges if name == '' else {name: edges})}; write a start and an end: "
                    "window=('21:34:00', '21:44:00'), or these by the name of an alternative or a file"
                )
        windows = {name: Window.of(*edges) for name, edges in given.items()}
        return cls(windows.pop("", None), windows)

    def name_for(self, file: str, alternative: str | None) -> str | None:
        """Return the name by which a file has a window of its own, None if it has none."""
        return next((name for name in (file, alternative or "") if name in self.named), None)

    def of_file(self, file: str, alternative: str | None) -> Window | None:
        """Return the window of a file: its own, its alternative's, or that of all."""
        name = self.name_for(file, alternative)
        return self.everywhere if name is None else self.named[name]

    def refuse_unused(self, used: Sequence[str | None]) -> None:
        """Refuse a window that no monitor took.

        Parameters
        ----------
        used : sequence of (str or None)
            For each file whose reader took a window, the name that it had it by.

        Raises
        ------
        InputError
            If there is such a window.
        """
        for name in self.named:
            if name not in used:
                raise InputError(
                    f"no monitor's file is called {quoted(name)}, for which a window is given",
                    advice="give the alternative or the file as it is called here",
                )
        if self.everywhere is not None and None not in used:
            raise InputError(
                f"no file has times that the window {self.everywhere} could choose by",
                advice="give a monitor's output: sar, sadf, mpstat, vmstat -t, iostat -t, pidstat, dstat",
            )
