import type { MailGateway } from '../../gateways/mail/gateway.ts'
import type { AccessTokens } from '../../security/access-tokens.ts'
import type { Services } from '../context.ts'

/** What signing in and out needs beside what every service has. */
export type AuthServices = Services & {
  readonly tokens: AccessTokens
  readonly mail: MailGateway
  /** Whether companies without a fiscal identity of their own would get a simulated one. */
  readonly simulatedByDefault: boolean
}
