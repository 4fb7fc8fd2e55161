import { submitBatched as submit } from '#server/services/sync/submit-batched.ts'
import { outerDatabase } from './outer-database.ts'

/** The same mistake where submissions are executed together. */
export const submitBatched: typeof submit = (scope, submissions) => {
  const [first] = submissions
  return first
    ? outerDatabase.run(first.context.db, () => submit(scope, submissions))
    : submit(scope, submissions)
}
