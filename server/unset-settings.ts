import type { Config } from './config.ts'

/** A setting without a value, and what happens instead. */
export type UnsetSetting = { readonly name: string; readonly instead: string }

/**
 * Which outside services this server runs without, in words for its operator. Everything works without them,
 * but it must not be a surprise that no mail is sent or no backup is made.
 */
export function unsetSettings({
  tra,
  smtpUrl,
  push,
  dailyBackup,
  databaseUrl,
  contact,
  ai,
  ussd,
  sms,
  sandboxUrl,
  mode,
}: Config): UnsetSetting[] {
  return [
    ...(tra === null ? [{ name: 'TRA_BASE_URL', instead: 'receipts are simulated, not fiscal' }] : []),
    ...(tra?.environment === 'test'
      ? [
          {
            name: 'TRA_ENVIRONMENT',
            instead: "receipts go to the authority's test system and are not fiscal",
          },
        ]
      : []),
    ...(smtpUrl === null ? [{ name: 'SMTP_URL', instead: 'mail stays in the mailbox' }] : []),
    ...(push.firebase === null
      ? [{ name: 'FIREBASE_*', instead: 'notifications go by Web Push, with a key of this server' }]
      : []),
    ...(push.firebase?.setup.measurementId === undefined
      ? [{ name: 'FIREBASE_MEASUREMENT_ID', instead: 'no usage statistics' }]
      : []),
    ...(contact.email === null
      ? [
          {
            name: 'PROVIDER_EMAIL',
            instead: 'contact messages are not mailed, and are read under Potential clients only',
          },
        ]
      : []),
    ...(ai === null
      ? [
          {
            name: 'AI_BASE_URL',
            instead: mode === 'demo' ? 'a simulator words insights' : 'insights are not worded by AI',
          },
        ]
      : []),
    ...(ussd === null
      ? [
          {
            name: 'USSD_GATEWAY_SECRET',
            instead: mode === 'demo' ? 'a phone on screen dials by USSD' : 'no invoices by USSD',
          },
        ]
      : []),
    ...(sms === null
      ? [
          {
            name: 'SMS_PROVIDER',
            instead: mode === 'demo' ? 'text messages go to the phone on screen' : 'no text messages',
          },
        ]
      : []),
    ...(sandboxUrl === null && tra !== null
      ? [{ name: 'SANDBOX_TRA_URL', instead: 'no sandbox for programs: only keys that count' }]
      : []),
    ...(dailyBackup === null && databaseUrl === null
      ? [{ name: 'RISITI_BACKUP_DIR', instead: 'no daily backup' }]
      : []),
  ]
}
