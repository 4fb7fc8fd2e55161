import { accountEndpoints } from './account-endpoints.ts'
import { companyEndpoints } from './company-endpoints.ts'
import { notificationEndpoints } from './notification-endpoints.ts'
import { syncEndpoints } from './sync-endpoints.ts'

// Named by its parts: written out, the type is longer than the compiler puts into a declaration.
type WorkEndpoints = typeof accountEndpoints &
  typeof syncEndpoints &
  typeof companyEndpoints &
  typeof notificationEndpoints

/** The calls of the daily work: the page has them from the start, and the worker has no others. */
export const workEndpoints: WorkEndpoints = {
  ...accountEndpoints,
  ...syncEndpoints,
  ...companyEndpoints,
  ...notificationEndpoints,
}
