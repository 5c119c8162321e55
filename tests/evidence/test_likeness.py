from ahp.evidence.likeness import alike


def test_names_that_may_mean_the_same():
    for one, other in [
        ("lz4", "lz4 1.10.0"),
        ("zstd -3", "ZSTD_3"),
        ("zstd", "zstd 1.5.6 -3"),
        ("snappy", "snapppy"),
        ("圧縮", "圧縮 2"),
    ]:
        assert alike(one, other)
        assert alike(other, one)


def test_names_that_do_not():
    for one, other in [
        ("zstd-1", "zstd-3"),
        ("lz4", "lz5"),
        ("zle", "lzjb"),
        ("", "lz4"),
        ("--", "lz4"),
        ("compressor 1", "compressor 2"),
    ]:
        assert not alike(one, other)
        assert not alike(other, one)
