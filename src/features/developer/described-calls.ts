import type { DescribedCall } from '#contract/developer-endpoints.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'

/** One call of the description, with where it is. */
export type ApiCall = DescribedCall & { readonly method: string; readonly path: string }

/** The calls of a description in its order. */
export function callsOf({ paths }: EndpointAnswer<'developer.description'>): ApiCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
    })),
  )
}
