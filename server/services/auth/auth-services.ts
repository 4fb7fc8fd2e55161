import type { Provider } from '#domain/contact/provider.ts'
import type { ProviderContact } from '#domain/contact/provider-contact.ts'
import type { FiscalEnvironment } from '#domain/fiscal/environment.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import type { MailGateway } from '../../gateways/mail/gateway.ts'
import type { AccessTokens } from '../../security/access-tokens.ts'
import type { Services } from '../context.ts'

/** What signing in and out needs beside what every service has. */
export type AuthServices = Services & {
  readonly tokens: AccessTokens
  readonly mail: MailGateway
  /** Environment in which a company without a fiscal identity would get one. */
  readonly environmentByDefault: FiscalEnvironment
  /** Whether this server has sandboxes, in which keys for tests work. */
  readonly offersSandbox: boolean
  /** How people reach the provider. */
  readonly contact: ProviderContact
  /** What the provider configured besides. */
  readonly provider: Provider
  /** The frame around `/companies`, for everybody on this server. */
  readonly layoutCompanies: CompanySettings['layoutCompanies']
  /** Where people open the app, for links in mails; known once the server listens. */
  readonly publicUrl: () => string
}
