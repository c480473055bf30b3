"""Writes the files of this folder with NumPy: python3 tests/tensors/files/write.py"""

from pathlib import Path

import numpy as np

folder = Path(__file__).parent
tensors = {
    "X": np.array([[1, 2.5], [-3, 4]], np.float32),
    "Wq": np.asfortranarray(np.arange(6, dtype=">f8").reshape(2, 3) / 8),
    "half": np.linspace(-1, 1, 200).astype(np.float16).reshape(2, 4, 25),
    "mask": np.arange(300).reshape(20, 15) % 7 == 0,
}
np.savez(folder / "stored.npz", **tensors)
np.savez_compressed(folder / "compressed.npz", **tensors)
np.save(folder / "fortran.npy", np.asfortranarray(np.arange(24, dtype="<i4").reshape(2, 3, 4)))
np.save(folder / "halves.npy", np.arange(1000, dtype=np.float16) / 8)
