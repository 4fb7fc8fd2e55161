import type { EndpointAnswer, EndpointName, EndpointRequest, endpoints } from '#contract/endpoints.ts'
import type { ServiceContext, Services } from '../../services/context.ts'

/** What a handler behind a login gets: who asks, from which device, under which request. */
export type RequestContext = ServiceContext & {
  readonly requestId: string
  readonly deviceId: string | null
  /** The session (family of refresh tokens) behind the bearer token. */
  readonly familyId?: string
  /** Set when a delivery grant replaces the token: only results of operations may be answered. */
  readonly grantId?: string
}

/** What a handler open to all callers gets. */
export type PublicContext = Services & {
  readonly requestId: string
  readonly clientAddress: string
  /** What the browser says of itself; empty when it says nothing. */
  readonly userAgent: string
  /** Has the answer name this user and company, once the handler knows them. */
  readonly answersFor: (user: AnsweredUser) => void
}

/** Whose answer it is. */
export type AnsweredUser = { readonly id: string; readonly company_id: string | null }

type ContextOf<Name extends EndpointName> = (typeof endpoints)[Name]['access'] extends 'public'
  ? PublicContext
  : RequestContext

/** One function per endpoint of the contract; a missing one does not compile. */
export type Handlers = {
  readonly [Name in EndpointName]: (
    context: ContextOf<Name>,
    input: EndpointRequest<Name>,
  ) => Promise<EndpointAnswer<Name>>
}
