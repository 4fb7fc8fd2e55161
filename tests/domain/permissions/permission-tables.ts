import { readFileSync } from 'node:fs'

const TABLES = new URL('../../../src/domain/permissions/tables.md', import.meta.url)

/** The rows of a table of the permissions by its first heading: `[first cell, { heading: cell }]`. */
export function permissionTable(firstHeading: string): [string, Record<string, string>][] {
  const lines = readFileSync(TABLES, 'utf8').split('\n')
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
  const start = lines.findIndex((line) => cells(line)[0] === firstHeading)
  if (start < 0) throw new Error(`no table ${firstHeading}`)
  const headings = cells(lines[start] ?? '').slice(1)
  const rows: [string, Record<string, string>][] = []
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith('|')) break
    const [first = '', ...rest] = cells(line)
    rows.push([first, Object.fromEntries(headings.map((heading, index) => [heading, rest[index] ?? '']))])
  }
  return rows
}
