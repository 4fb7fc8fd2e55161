import * as v from 'valibot'

const count = (name: string, least: number, most: number) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `${name} must be a number from ${least} to ${most}`,
    ),
    v.transform(Number),
  )

/** How much one process does at once. */
export const scaleVariables = {
  DELIVERY_CONCURRENCY: v.optional(count('DELIVERY_CONCURRENCY', 1, 200), '4'),
  DATABASE_CONNECTIONS: v.optional(count('DATABASE_CONNECTIONS', 4, 200), '10'),
}
