/** One condition of the filter language: `Field=="text"`, `Field==guid("…")`, `Date>=DateTime(2026,11,1)`. */
export type XeroCondition = {
  readonly field: string
  readonly sign: '==' | '>=' | '<='
  readonly value: string
}

const CONDITION = /^([A-Za-z.]+)(==|>=|<=)(?:"([^"]*)"|guid\("([^"]*)"\)|DateTime\((\d+),(\d+),(\d+)\))$/

function readCondition(text: string): XeroCondition | undefined {
  const [, field = '', sign, plain, guid, year, month, day] = CONDITION.exec(text) ?? []
  if (sign !== '==' && sign !== '>=' && sign !== '<=') return undefined
  const date = [year, month, day].map((part) => (part ?? '').padStart(2, '0')).join('-')
  return { field, sign, value: plain ?? guid ?? date }
}

/** The conditions of a filter, all of which must hold; `undefined`: it is not understood. */
export function readWhere(text: string | null): readonly XeroCondition[] | undefined {
  if (text === null) return []
  const conditions = text.split(' AND ').map(readCondition)
  const read = conditions.filter((condition) => condition !== undefined)
  return read.length === conditions.length ? read : undefined
}

/** Whether fields fit all conditions; a field that the entity does not have fits none. */
export function fits(
  conditions: readonly XeroCondition[],
  fields: Readonly<Record<string, string>>,
): boolean {
  return conditions.every(({ field, sign, value }) => {
    const own = fields[field]
    if (own === undefined) return false
    if (sign === '==') return own.toLowerCase() === value.toLowerCase()
    return sign === '>=' ? own >= value : own <= value
  })
}
