"""What a Groma notebook may import: `import groma`.

The project's files are at `groma.data` (the folder /data), shared with every notebook of the project.
"""

import os
from pathlib import Path

data = Path(os.environ.get("GROMA_PROJECT_DATA", "/data"))

__all__ = ["data"]
