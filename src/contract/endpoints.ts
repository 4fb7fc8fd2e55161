import type * as v from 'valibot'
import { onlineEndpoints } from './online-endpoints.ts'
import { workEndpoints } from './work-endpoints.ts'

type Endpoints = typeof workEndpoints & typeof onlineEndpoints

/** Every call of the API, once: server, OpenAPI and the tests' role table use it. The page loads it in two parts. */
export const endpoints: Endpoints = { ...workEndpoints, ...onlineEndpoints }

export type EndpointName = keyof Endpoints
export type EndpointInput<Name extends EndpointName> = v.InferInput<Endpoints[Name]['input']>
export type EndpointRequest<Name extends EndpointName> = v.InferOutput<Endpoints[Name]['input']>
export type EndpointAnswer<Name extends EndpointName> = v.InferOutput<Endpoints[Name]['output']>
