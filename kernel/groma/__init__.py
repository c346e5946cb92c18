"""What a Groma notebook may import: `import groma`.

The project's files are at `groma.data` (the folder /data), shared with every notebook of the project.
"""

from pathlib import Path

data = Path("/data")

__all__ = ["data"]
