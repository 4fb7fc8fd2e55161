import { fieldsOf } from '../accounting/figures.ts'

/** `values`: one of these; with another sign than `=` there is one. */
type Condition = { readonly path: string; readonly sign: string; readonly values: readonly string[] }

/** `select * from Entity where A = 'x' and B >= 'y' and C in (true, false) startposition 1 maxresults 1000`. */
export type QboQuery = {
  readonly entity: string
  readonly conditions: readonly Condition[]
  readonly first: number
  readonly most: number
}

const QUERY = /^select \* from (\w+)(?: where (.+?))?(?: startposition (\d+) maxresults (\d+))?$/i
const CONDITION = /^([\w.]+) (=|>=|<=) '((?:[^'\\]|\\.)*)'$/
const ONE_OF = /^(\w+) in \((\w+(?:, \w+)*)\)$/i

/** Reads a query; `undefined`: it is not understood. */
export function readQuery(text: string): QboQuery | undefined {
  const [, entity, where = '', first = '1', most = '100'] = QUERY.exec(text) ?? []
  if (entity === undefined || Number(most) > 1000) return undefined
  const conditions: Condition[] = []
  for (const part of where === '' ? [] : where.split(/ and /i)) {
    const [, list, words] = ONE_OF.exec(part) ?? []
    if (list !== undefined && words !== undefined) {
      conditions.push({ path: list, sign: '=', values: words.split(', ') })
      continue
    }
    const [, path, sign, value] = CONDITION.exec(part) ?? []
    if (path === undefined || sign === undefined || value === undefined) return undefined
    conditions.push({ path, sign, values: [value.replaceAll(/\\(.)/g, '$1')] })
  }
  return { entity, conditions, first: Number(first), most: Number(most) }
}

/** The texts at a path; a list on the way gives those of each of its entries, a reference its value. */
function textsAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value))
    return value.flatMap((one) => textsAt(one, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) {
    const text = typeof value === 'object' ? fieldsOf(value)['value'] : value
    return [String(text)]
  }
  const fields = fieldsOf(value)
  const key = Object.keys(fields).find((known) => known.toLowerCase() === name.toLowerCase())
  return key === undefined ? [] : textsAt(fields[key], rest)
}

/** Whether an entry fits all conditions. */
export function fitsQuery(entry: object, conditions: readonly Condition[]): boolean {
  return conditions.every(({ path, sign, values }) =>
    textsAt(entry, path.split('.')).some((own) =>
      values.some((value) => {
        if (sign === '=') return own.toLowerCase() === value.toLowerCase()
        return sign === '>=' ? own >= value : own <= value
      }),
    ),
  )
}
