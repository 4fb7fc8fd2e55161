import type * as v from 'valibot'
import type { PublicEndpointName, publicEndpoints } from '#contract/public-api/public-endpoints.ts'

type Entry<Name extends PublicEndpointName> = (typeof publicEndpoints)[Name]

/** What a call sends, read by its schema. */
export type PublicRequest<Name extends PublicEndpointName> = v.InferOutput<Entry<Name>['input']>

/** What a call answers. */
export type PublicAnswer<Name extends PublicEndpointName> =
  Entry<Name>['output'] extends v.GenericSchema<unknown, unknown>
    ? v.InferOutput<Entry<Name>['output']>
    : { readonly pdf: Uint8Array<ArrayBuffer> }
