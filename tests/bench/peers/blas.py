"""Which BLAS this process multiplies matrices with, as facts that runner/python.js reads.

As a program it takes the name of a module, imports it, and prints the facts as JSON.
"""

import ctypes
import importlib
import json
import re
import sys


def ask(file):
    """What an OpenBLAS library says of itself; None for other libraries. NumPy's wheels rename its functions."""
    library = ctypes.CDLL(file)
    for prefix in ("", "scipy_"):
        for suffix in ("", "64_"):
            names = [f"{prefix}openblas_{what}{suffix}" for what in ("get_config", "get_corename", "get_num_threads")]
            if all(hasattr(library, name) for name in names):
                config, kernel, threads = (getattr(library, name) for name in names)
                config.restype = kernel.restype = ctypes.c_char_p
                return {"config": config().decode(), "kernel": kernel().decode(), "threads": threads()}
    return None


def facts():
    """The BLAS libraries that are loaded, by file, and the version of MKL that PyTorch was linked with."""
    try:
        lines = open("/proc/self/maps").read().split("\n")
    except OSError:  # not Linux
        lines = []
    paths = {line.split(maxsplit=5)[5] for line in lines if re.search(r"/[^/]*(blas|mkl_rt|blis|atlas)[^/]*\.so", line)}
    torch = sys.modules.get("torch")
    mkl = re.search(r"Math Kernel Library Version (\S+)", torch.__config__.show()) if torch else None
    libraries = [{"file": path, "openblas": ask(path)} for path in sorted(paths)]
    return {"libraries": libraries, "mkl": mkl and mkl[1]}


if __name__ == "__main__":
    importlib.import_module(sys.argv[1])
    print(json.dumps(facts()))
