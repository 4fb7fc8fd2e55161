import * as v from 'valibot'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { webAddress } from './config-values.ts'
import type { AccountingConfig } from './gateways/accounting/gateway.ts'

const address = (name: string) => v.optional(webAddress(name))

/** The variables of Xero and QuickBooks; the addresses are those of the services unless others are named. */
export const accountingVariables = {
  XERO_CLIENT_ID: v.optional(v.string()),
  XERO_CLIENT_SECRET: v.optional(v.string()),
  XERO_AUTHORIZE_URL: address('XERO_AUTHORIZE_URL'),
  XERO_TOKEN_URL: address('XERO_TOKEN_URL'),
  XERO_REVOKE_URL: address('XERO_REVOKE_URL'),
  XERO_API_URL: address('XERO_API_URL'),
  XERO_WEBHOOK_KEY: v.optional(v.string()),
  QUICKBOOKS_CLIENT_ID: v.optional(v.string()),
  QUICKBOOKS_CLIENT_SECRET: v.optional(v.string()),
  QUICKBOOKS_AUTHORIZE_URL: address('QUICKBOOKS_AUTHORIZE_URL'),
  QUICKBOOKS_TOKEN_URL: address('QUICKBOOKS_TOKEN_URL'),
  QUICKBOOKS_REVOKE_URL: address('QUICKBOOKS_REVOKE_URL'),
  QUICKBOOKS_API_URL: address('QUICKBOOKS_API_URL'),
  QUICKBOOKS_WEBHOOK_VERIFIER: v.optional(v.string()),
}

const settingsSchema = v.object(accountingVariables)
type AccountingSettings = v.InferOutput<typeof settingsSchema>

/** How each accounting service is reached; `null`: not at all. */
export type AccountingConfigs = Readonly<Record<AccountingProvider, AccountingConfig | null>>

/** What is wrong with the settings: a client needs its name and its secret. */
export function findIncompleteAccounting(settings: AccountingSettings): string[] {
  return (['XERO', 'QUICKBOOKS'] as const).flatMap((service) => {
    const [id, secret] = [`${service}_CLIENT_ID`, `${service}_CLIENT_SECRET`] as const
    return (settings[id] === undefined) === (settings[secret] === undefined)
      ? []
      : [`${id} and ${secret} belong together: set both or neither`]
  })
}

/** The clients that are configured. */
export function accountingConfigOf(settings: AccountingSettings): AccountingConfigs {
  const { XERO_CLIENT_ID: xero, XERO_CLIENT_SECRET: xeroSecret } = settings
  const { QUICKBOOKS_CLIENT_ID: quickbooks, QUICKBOOKS_CLIENT_SECRET: quickbooksSecret } = settings
  const identity = 'https://identity.xero.com/connect'
  return {
    xero:
      xero === undefined || xeroSecret === undefined
        ? null
        : {
            ...{ clientId: xero, clientSecret: xeroSecret, simulated: false },
            authorizeUrl: settings.XERO_AUTHORIZE_URL ?? 'https://login.xero.com/identity/connect/authorize',
            tokenUrl: settings.XERO_TOKEN_URL ?? `${identity}/token`,
            revokeUrl: settings.XERO_REVOKE_URL ?? `${identity}/revocation`,
            apiUrl: settings.XERO_API_URL ?? 'https://api.xero.com',
            webhookKey: settings.XERO_WEBHOOK_KEY ?? null,
          },
    quickbooks:
      quickbooks === undefined || quickbooksSecret === undefined
        ? null
        : {
            ...{ clientId: quickbooks, clientSecret: quickbooksSecret, simulated: false },
            authorizeUrl: settings.QUICKBOOKS_AUTHORIZE_URL ?? 'https://appcenter.intuit.com/connect/oauth2',
            tokenUrl:
              settings.QUICKBOOKS_TOKEN_URL ?? 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
            revokeUrl:
              settings.QUICKBOOKS_REVOKE_URL ?? 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
            apiUrl: settings.QUICKBOOKS_API_URL ?? 'https://quickbooks.api.intuit.com',
            webhookKey: settings.QUICKBOOKS_WEBHOOK_VERIFIER ?? null,
          },
  }
}
