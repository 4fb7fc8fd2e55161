import { isMark, isWord, nameOf, readSigns, type Sign, splitAt } from './sql-tokens.ts'

/** A statement as it reached the database. */
export type Statement = { readonly sql: string; readonly values: readonly unknown[] }

/** By which columns the rows of a table belong to one tenant (or one account). */
export type TenantTables = Readonly<Record<string, readonly string[]>>

/** A table of tenants in a statement: `bound` are the values that narrow it down; none is a finding. */
export type TableUse = {
  readonly table: string
  readonly verb: 'select' | 'insert' | 'update' | 'delete'
  readonly bound: readonly unknown[]
}

type Source = { readonly name: string; readonly alias: string }
type Equality = { readonly of: string; readonly column: string; readonly to: Sign[] }

const CLAUSES = [
  'where',
  'group',
  'order',
  'limit',
  'offset',
  'for',
  'returning',
  'on',
  'having',
  'set',
  'union',
  'values',
]
const JOINS = ['join', 'inner', 'left', 'right', 'full', 'cross', 'outer', 'lateral', 'natural']

/** Every use of a tenant table in a statement, sub-queries and common tables included. */
export function tableUses(statement: Statement, tables: TenantTables): TableUse[] {
  const signs = readSigns(statement.sql)
  const common = commonTables(signs)
  return usesIn(signs, statement, tables, common)
}

function usesIn(
  signs: readonly Sign[],
  statement: Statement,
  tables: TenantTables,
  common: ReadonlySet<string>,
): TableUse[] {
  const inner = signs.flatMap((sign) =>
    sign.kind === 'group' ? usesIn(sign.inner, statement, tables, common) : [],
  )
  const queries = splitAt(signs, (sign) => isWord(sign, 'union', 'intersect', 'except'))
  return [...inner, ...queries.flatMap((query) => usesOfQuery(query, statement, tables, common))]
}

function usesOfQuery(
  query: readonly Sign[],
  statement: Statement,
  tables: TenantTables,
  common: ReadonlySet<string>,
): TableUse[] {
  const at = query.findIndex((sign) => isWord(sign, 'select', 'insert', 'update', 'delete'))
  const verb = nameOf(query[at])
  if (verb === 'insert') return usesOfInsert(query.slice(at), statement, tables, common)
  if (verb === 'select' || verb === 'update' || verb === 'delete') {
    return usesOfSearch(verb, query.slice(at), statement, tables, common)
  }
  return []
}

function usesOfSearch(
  verb: TableUse['verb'],
  query: readonly Sign[],
  statement: Statement,
  tables: TenantTables,
  common: ReadonlySet<string>,
): TableUse[] {
  const sources = sourcesOf(query, verb)
  const equalities = equalitiesOf(query)
  const alone = sources.filter(({ name }) => tables[name]).length === 1
  const ofSource = (source: Source, equality: Equality) =>
    equality.of === source.alias || (equality.of === '' && alone)
  const boundOf = (source: Source): unknown[] =>
    equalities
      .filter((one) => ofSource(source, one) && (tables[source.name] ?? []).includes(one.column))
      .flatMap(({ to }) => parameterOf(to, statement))
  /** Joined by its key to a limited table: to a common table, which is checked by itself, or to a neighbour. */
  const joined = (source: Source): unknown[] =>
    equalities
      .filter((one) => ofSource(source, one) && (tables[source.name] ?? []).includes(one.column))
      .flatMap(({ to }) => {
        const other = columnOf(to)
        if (other === undefined) return []
        if (common.has(other.of)) return ['(a common table)']
        const neighbour = sources.find((candidate) => candidate.alias === other.of)
        return neighbour && neighbour !== source ? boundOf(neighbour) : []
      })
  return sources
    .filter(({ name }) => tables[name])
    .map((source) => {
      const own = boundOf(source)
      return { table: source.name, verb, bound: own.length > 0 ? own : joined(source) }
    })
}

function usesOfInsert(
  query: readonly Sign[],
  statement: Statement,
  tables: TenantTables,
  common: ReadonlySet<string>,
): TableUse[] {
  const table = nameOf(query[2]) ?? ''
  const columnsAt = query.findIndex((sign) => sign.kind === 'group')
  const columns = columnsAt < 0 ? [] : splitAt(groupAt(query, columnsAt), (sign) => isMark(sign, ','))
  const rest = query.slice(columnsAt + 1)
  const conflictAt = rest.findIndex(
    (sign, index) => isWord(sign, 'on') && isWord(rest[index + 1], 'conflict'),
  )
  const body = conflictAt < 0 ? rest : rest.slice(0, conflictAt)
  const conflict = conflictAt < 0 ? [] : rest.slice(conflictAt)
  const uses = isWord(body[0], 'select') ? usesOfQuery(body, statement, tables, common) : []
  const keys = tables[table]
  if (!keys) return uses
  const names = columns.map((column) => nameOf(column[0]) ?? '')
  const key = names.findIndex((name) => keys.includes(name))
  const bound = key < 0 ? [] : rowsOf(body).flatMap((row) => parameterOf(row[key] ?? [], statement))
  const rows = rowsOf(body).length
  // An upsert that finds its row by something else could write over a row of another company.
  const target = conflict[2]?.kind === 'group' ? conflict[2].inner.map((sign) => nameOf(sign)) : []
  const safe =
    !conflict.some((sign) => isWord(sign, 'update')) || target.some((name) => keys.includes(name ?? ''))
  return [...uses, { table, verb: 'insert', bound: safe && rows > 0 && bound.length === rows ? bound : [] }]
}

function rowsOf(body: readonly Sign[]): Sign[][][] {
  if (isWord(body[0], 'select')) {
    const end = body.findIndex((sign) => isWord(sign, 'from'))
    return [splitAt(body.slice(1, end < 0 ? undefined : end), (sign) => isMark(sign, ','))]
  }
  return body.flatMap((sign) =>
    sign.kind === 'group' ? [splitAt(sign.inner, (inner) => isMark(inner, ','))] : [],
  )
}

function groupAt(signs: readonly Sign[], index: number): readonly Sign[] {
  const sign = signs[index]
  return sign?.kind === 'group' ? sign.inner : []
}

function sourcesOf(query: readonly Sign[], verb: TableUse['verb']): Source[] {
  const sources: Source[] = []
  const start = verb === 'update' ? 1 : query.findIndex((sign) => isWord(sign, 'from')) + 1
  if (start > 0) addSources(query.slice(start), sources)
  const from = query.findIndex((sign) => isWord(sign, 'from'))
  if (verb === 'update' && from > 0) addSources(query.slice(from + 1), sources)
  return sources
}

function addSources(signs: readonly Sign[], sources: Source[]): void {
  const end = signs.findIndex((sign) => isWord(sign, ...CLAUSES.filter((word) => word !== 'on')))
  const clause = signs.slice(0, end < 0 ? undefined : end)
  const parts = splitAt(clause, (sign) => isMark(sign, ',') || isWord(sign, 'join'))
  for (const part of parts) {
    const words = part.filter((sign) => !isWord(sign, ...JOINS))
    const name = nameOf(words[0])
    if (name === undefined || words[1]?.kind === 'group') continue
    const next = isWord(words[1], 'as') ? words[2] : words[1]
    const alias = next && !isWord(next, 'on', 'using') ? nameOf(next) : undefined
    sources.push({ name, alias: alias ?? name })
  }
}

/** The conditions that all must hold: of `where` and of joins. One behind an `or` narrows nothing down. */
function equalitiesOf(query: readonly Sign[]): Equality[] {
  const found: Equality[] = []
  let index = 0
  for (const sign of query) {
    index += 1
    if (!isWord(sign, 'where', 'on')) continue
    const rest = query.slice(index)
    const end = rest.findIndex((next) => isWord(next, ...CLAUSES, ...JOINS))
    addEqualities(rest.slice(0, end < 0 ? undefined : end), found)
  }
  return found
}

function addEqualities(condition: readonly Sign[], found: Equality[]): void {
  if (condition.some((sign) => isWord(sign, 'or'))) return
  for (const part of splitAt(condition, (sign) => isWord(sign, 'and'))) {
    const [only] = part
    if (part.length === 1 && only?.kind === 'group') addEqualities(only.inner, found)
    const equals = part.findIndex((sign) => isMark(sign, '='))
    if (equals < 0) continue
    const left = part.slice(0, equals)
    const right = part.slice(equals + 1)
    const column = columnOf(left)
    if (column) found.push({ ...column, to: right })
    const turned = columnOf(right)
    if (turned) found.push({ ...turned, to: left })
  }
}

/** `a.b`, `b` or `lower(a.b)`. */
function columnOf(signs: readonly Sign[]): { of: string; column: string } | undefined {
  const [first, second] = signs
  if (isWord(first, 'lower') && second?.kind === 'group') return columnOf(second.inner)
  const plain = signs.filter((sign) => !isMark(sign, '.'))
  const [one, two] = plain.map((sign) => nameOf(sign))
  if (one === undefined || plain.length > 2) return undefined
  return two === undefined ? { of: '', column: one } : { of: one, column: two }
}

/** The value of a parameter, perhaps cast or in `lower(…)`; nothing for anything else. */
function parameterOf(signs: readonly Sign[], statement: Statement): unknown[] {
  const [first, second] = signs
  if (isWord(first, 'lower') && second?.kind === 'group') return parameterOf(second.inner, statement)
  if (first?.kind !== 'param') return []
  const castOnly = signs.length === 1 || (isMark(second, '::') && signs.length <= 4)
  return castOnly ? [statement.values[first.index - 1]] : []
}

function commonTables(signs: readonly Sign[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [index, sign] of signs.entries()) {
    const group = signs[index + 2]
    const name = nameOf(sign)
    if (name !== undefined && isWord(signs[index + 1], 'as') && group?.kind === 'group') {
      if (isWord(group.inner[0], 'select', 'update', 'insert', 'delete')) names.add(name)
    }
  }
  return names
}
