import type { PoolClient } from 'pg'

/** Characters. Longer statements run once (a migration) or differ each time. */
const MAX_TEXT_LENGTH = 6_000
/** Each connection keeps every named plan; statements beyond the limit stay unnamed and are planned each time. */
const MAX_STATEMENTS = 400

/** SQLSTATE: a table changed under a prepared statement. */
const OUTDATED_PLAN = '0A000'

/**
 * Names statements after their text, so that a connection parses and plans each once: half of what a small one costs
 * the database. After a change of the schema by a newer version every statement gets a new name; see `RETRYABLE_SQL_STATES`.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  #generation = 1

  statementName(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (text.length > MAX_TEXT_LENGTH || this.#names.size >= MAX_STATEMENTS) return undefined
    const name = `r${this.#generation}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Lets a connection run every statement with parameters under its name. `onError` gets what a statement threw. */
  attach(client: PoolClient, onError: (error: unknown) => void): void {
    // Read at each call, so that a test that patches the prototype also sees this client.
    const prototype = Object.getPrototypeOf(client) as { query: (...given: readonly unknown[]) => unknown }
    const query = (...given: readonly unknown[]): unknown => {
      const answer = prototype.query.apply(client, [...given])
      if (answer instanceof Promise) answer.catch(onError)
      return answer
    }
    const namedQuery = (...given: readonly unknown[]): unknown => {
      const [text, values] = given
      // Without parameters a text may hold several statements, which cannot be prepared.
      const unprepared = given.length !== 2 || typeof text !== 'string' || !Array.isArray(values)
      if (unprepared || values.length === 0) return query(...given)
      const name = this.statementName(text)
      const answer = query({ text, values: values as unknown[], ...(name !== undefined && { name }) })
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#forgetOutdated(error))
      return answer
    }
    Object.assign(client, { query: namedQuery })
  }

  #forgetOutdated(error: unknown): void {
    if (!(error instanceof Error) || !('code' in error) || error.code !== OUTDATED_PLAN) return
    this.#generation += 1
    this.#names.clear()
  }
}
