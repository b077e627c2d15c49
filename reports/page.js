"use strict";
// A click on a heading sorts its table by that column, a second one the other way round.
for (const button of document.querySelectorAll("th button")) {
  button.addEventListener("click", () => {
    const heading = button.closest("th");
    const column = heading.cellIndex;
    const body = heading.closest("table").tBodies[0];
    const down = heading.getAttribute("aria-sort") !== "descending";
    const key = (row) => {
      const cell = row.cells[column];
      return cell.dataset.sort === undefined ? cell.textContent : parseFloat(cell.dataset.sort);
    };
    const order = (a, b) => {
      const [x, y] = [key(a), key(b)];
      if (typeof x === "string" || typeof y === "string")
        return String(x).localeCompare(String(y), "en", { numeric: true });
      // What has no value stays last whichever way.
      if (Number.isNaN(x) || Number.isNaN(y)) return (Number.isNaN(x) - Number.isNaN(y)) * (down ? -1 : 1);
      return x - y;
    };
    const rows = [...body.rows].sort((a, b) => (down ? -order(a, b) : order(a, b)));
    for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...rows);
  });
}
