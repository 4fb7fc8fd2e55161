import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'

/**
 * What a sheet of a spreadsheet file (the first, if not said) shows, row by row, and whether any cell of it calculates. Read by
 * a library that has nothing to do with the one that writes.
 */
export async function readSpreadsheet(
  file: Buffer,
  number = 1,
): Promise<{ readonly rows: string[][]; readonly calculates: boolean }> {
  const cells = await readSheet(file, number)
  const rows = cells.map((row) => {
    const texts = row.map((cell) => (cell === null ? '' : String(cell)))
    while (texts.at(-1) === '' && texts.length > 1) texts.pop()
    return texts
  })
  const sheet = unzipSync(file)[`xl/worksheets/sheet${number}.xml`]
  return { rows, calculates: sheet === undefined || /<f[ >]/.test(strFromU8(sheet)) }
}
