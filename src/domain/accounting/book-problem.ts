/**
 * Why an invoice needs a person before it can be booked. `total`: the books show another total or tax; `period`: the day
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
export type BookProblem = (typeof BOOK_PROBLEMS)[number]
