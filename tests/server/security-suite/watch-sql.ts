import { Client } from 'pg'
import { vi } from 'vitest'
import type { Statement } from './tenant-predicates.ts'

/** Everything that reaches the database through `pg` while it is watched, whoever wrote the SQL. */
export type SqlWatch = {
  /** What ran since the last call. */
  take(): Statement[]
  stop(): void
}

export function watchSql(): SqlWatch {
  let seen: Statement[] = []
  const original = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const [first, second] = given
    const config = typeof first === 'object' && first !== null ? first : { text: first }
    const sql = 'text' in config && typeof config.text === 'string' ? config.text : ''
    const values = Array.isArray(second)
      ? second
      : 'values' in config && Array.isArray(config.values)
        ? config.values
        : []
    if (sql !== '') seen.push({ sql, values })
    return Reflect.apply(original, this, given)
  })
  return {
    take: () => {
      const taken = seen
      seen = []
      return taken
    },
    stop: () => spy.mockRestore(),
  }
}
