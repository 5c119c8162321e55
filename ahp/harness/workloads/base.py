"""What a workload is: tables that are filled from a seed, and transactions with weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ahp.harness.scripts.script import Script
from ahp.notebook import NotebookFace

Sizes = Mapping[str, int]
"""The constants of a data set at one scale, its numbers of rows among them: what `:customers` stands for."""

Fill = Callable[[np.random.Generator, NDArray[np.int64], Sizes], Any]
"""Returns a column's values, an array of int64 or a list of str, for rows numbered from 0."""


@dataclass(frozen=True)
class Column(NotebookFace):
    """A column of a table.

    Attributes
    ----------
    name : str
        Its name.
    kind : {"int", "text"}
        Whole numbers of 64 bits, or text without a zero character. Money is in cents, time in seconds.
    fill : function
        Makes its values.
    width : int
        The most characters that text may have; 0 for numbers.
    """

    name: str
    kind: Literal["int", "text"]
    fill: Fill
    width: int = 0


@dataclass(frozen=True)
class Table(NotebookFace):
    """A table, and how many rows it starts with.

    Attributes
    ----------
    name : str
        Its name.
    columns : tuple of Column
        In their order.
    key : tuple of str
        The columns of the primary key; numbers all of them.
    indexes : tuple of tuple of str
        The columns of each secondary index; numbers all of them.
    rows : str
        The constant of the data set that says how many rows it starts with.
    selective : bool
        Whether it is one of those that `…-selective` compresses: rows that come and stay, and are seldom
        changed, as in `ORDER-LINE`, `ORDER` and `HISTORY` of Lee (2015), table 4.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    indexes: tuple[tuple[str, ...], ...]
    rows: str
    selective: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(column.name for column in self.columns)


@dataclass(frozen=True)
class Schema(NotebookFace):
    """The tables that one or several workloads run on.

    Attributes
    ----------
    name : str
        Its name; workloads with the same schema share the data set.
    tables : tuple of Table
        In the order in which they are filled.
    sizes : function
        Given the scale (1 is the study's), its constants.
    """

    name: str
    tables: tuple[Table, ...]
    sizes: Callable[[float], Sizes]

    def table(self, name: str) -> Table:
        """Return the table of that name."""
        return next(table for table in self.tables if table.name == name)

    def larger(self, times: float) -> Schema:
        """Return a schema with so many times the rows, called by that."""
        if times == 1:
            return self
        return Schema(f"{self.name}-{times:g}x", self.tables, lambda scale: self.sizes(times * scale))


@dataclass(frozen=True)
class Transaction(NotebookFace):
    """One type of transaction.

    Attributes
    ----------
    name : str
        As the published tables call it.
    weight : int
        How often it comes, against the others.
    script : Script
        What it does.
    enabled : bool
        Whether it is in the mix unless asked for.
    think : float
        How long a client waits after one, in seconds, beside what a plan asks for.
    """

    name: str
    weight: int
    script: Script
    enabled: bool = True
    think: float = 0.0


@dataclass(frozen=True)
class Workload(NotebookFace):
    """A mix of transactions on a schema.

    Attributes
    ----------
    name : str
        For the command line: `order-entry`.
    title : str
        The scenario's name in tables and reports: `Order Entry`.
    schema : Schema
        Its data.
    transactions : tuple of Transaction
        All types, those that are not enabled too; none where the loading itself is measured.
    source : str
        Where the types and weights come from.
    needs_sql : bool
        Whether it asks for more than the record layer of an embedded engine understands.
    exit_share : float
        The last part of the window whose throughput is reported: 1 for the whole of it, less where what
        counts is the speed at the end (the exit velocity).
    """

    name: str
    title: str
    schema: Schema
    transactions: tuple[Transaction, ...]
    source: str
    needs_sql: bool = False
    exit_share: float = 1.0

    @property
    def mix(self) -> tuple[Transaction, ...]:
        """The transactions that are enabled."""
        return tuple(transaction for transaction in self.transactions if transaction.enabled)

    @property
    def thinks(self) -> bool:
        """Whether clients wait after some of its transactions."""
        return any(transaction.think for transaction in self.mix)

    @property
    def read_share(self) -> float:
        """The share of transactions that change nothing; 0 without transactions."""
        mix = self.mix
        reading = sum(transaction.weight for transaction in mix if transaction.script.reads)
        return reading / (sum(transaction.weight for transaction in mix) or 1)
