"""What a reader of fio's numbers should know about how fio makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ahp.ingest.readers.fio_parts import Job, kinds_of

_CPU = (
    "CPU is a percentage of one job's time; it counts fio itself, not the kernel threads that compress for "
    "a file system."
)
_COMPLETION = (
    "Percentiles are of fio's completion latency, without the submission; mean and maximum are of the total."
)
_JOBS = (
    "Several jobs ran at once: their IOPS are added and the largest maximum stands; percentiles cannot be "
    "merged and are left out (run fio with --group_reporting to have them)."
)
_UNEQUAL = "Jobs that ran at once ended at different times, so the sum of their IOPS is an upper bound."
_DIRECTIONS = "The mean response time over all directions weighs each by its number of I/Os."
_SYNC = "The time of fsync stands by itself as 'sync'; the response time of a write does not include it."
_LIMITED = "A rate was set for a job: its throughput is the limit's, not what the storage can do."
_GROUPS = "Each group of jobs is a scenario, named by its jobs."


def caveats_of(groups: Sequence[Sequence[Job]]) -> Iterator[str]:
    """Yield what holds for these groups of jobs, each of which ran at once."""
    yield _CPU
    together = [jobs for jobs in groups if len(jobs) > 1]
    if together:
        yield _JOBS
    times = [[kind.runtime for kind in kinds_of(jobs) if kind.runtime] for jobs in together]
    if any(min(runs) < 0.95 * max(runs) for runs in times if runs):
        yield _UNEQUAL
    alone = [kind for jobs in groups if len(jobs) == 1 for kind in kinds_of(jobs) if kind.name != "sync"]
    if any(kind.percentiles and kind.completion for kind in alone):
        yield _COMPLETION
    names = [{kind.name for kind in kinds_of(jobs)} for jobs in groups]
    if any(len(each - {"sync"}) > 1 for each in names):
        yield _DIRECTIONS
    if any("sync" in each for each in names):
        yield _SYNC
    if any(job.limited for jobs in groups for job in jobs):
        yield _LIMITED
    if len(groups) > 1:
        yield _GROUPS
