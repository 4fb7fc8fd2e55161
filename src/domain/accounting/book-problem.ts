/**
 * Why an invoice needs a person before it can be booked, as every app knows it. `total`: the books show another total or tax; `period`: the day
 * is in a closed period; `changed`: another document has its number; `mapping`: something chosen is gone, or nothing is
 * chosen for a tax and its rate; `permission`: the connection is older than what it is asked for; `refused`: anything
 * else, with the words of the service.
 */
export const BOOK_PROBLEMS = [
  'total',
  'period',
  'read-only',
  'changed',
  'mapping',
  'permission',
  'refused',
  'unknown',
] as const

/**
 * `contact`: the customer of the invoice can no longer be used there; `voided`: a person voided or deleted it there;
 * `payment`: its payment is there and does not pay it.
 */
export const EXACT_BOOK_PROBLEMS = ['contact', 'voided', 'payment'] as const
export type ExactBookProblem = (typeof EXACT_BOOK_PROBLEMS)[number]
export type BookProblem = (typeof BOOK_PROBLEMS)[number] | ExactBookProblem

const WIDER: Readonly<Record<ExactBookProblem, (typeof BOOK_PROBLEMS)[number]>> = {
  contact: 'refused',
  voided: 'changed',
  payment: 'refused',
}

/** A problem as it is sent: an app from before the exact one was known reads the wider one. */
export function sentProblem(problem: BookProblem | null): {
  readonly problem: (typeof BOOK_PROBLEMS)[number] | null
  readonly exact?: ExactBookProblem
} {
  const exact = EXACT_BOOK_PROBLEMS.find((known) => known === problem)
  if (exact !== undefined) return { problem: WIDER[exact], exact }
  return { problem: BOOK_PROBLEMS.find((known) => known === problem) ?? null }
}
