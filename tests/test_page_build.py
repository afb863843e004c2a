"""The page can be built from its folder, without engines and Python, as in the Dockerfile."""

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "clients/web"


def test_the_page_needs_no_other_folder(tmp_path: Path) -> None:
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    (stage,) = re.findall(r"^FROM node.* AS page$(.*?)^FROM", dockerfile, re.M | re.S)
    assert set(re.findall(r"^COPY (.*) \./$", stage, re.M)) == {
        "clients/web/package.json clients/web/package-lock.json",
        "clients/web",
    }
    page = tmp_path / "clients/web"
    shutil.copytree(PAGE, page, ignore=shutil.ignore_patterns("node_modules"))
    (page / "node_modules").symlink_to(PAGE / "node_modules")
    result = subprocess.run(["npm", "run", "build"], cwd=page, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    built = tmp_path / "server/zeitnot_server/web/static"
    assert len(list(built.glob("assets/view-*.js"))) == len(list(PAGE.glob("src/games/*/view.ts")))
