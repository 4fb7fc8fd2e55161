import { catalogueApi } from './catalogue-api.ts'
import { invoiceApi } from './invoice-api.ts'
import { recordApi } from './record-api.ts'

/** Every call of the public API, once: server, description and documentation pages use it. */
export const publicEndpoints = { ...recordApi, ...catalogueApi, ...invoiceApi }

export type PublicEndpointName = keyof typeof publicEndpoints
