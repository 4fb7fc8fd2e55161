import type { Config } from './config.ts'

/** A setting that nobody made, and what happens in its place. */
export type UnsetSetting = { readonly name: string; readonly instead: string }

/**
 * Which ways to the outside this server does without, in words for whoever runs it. Everything works without them; but
 * nobody shall find out by surprise that no mail leaves, or that no backup is made.
 */
export function unsetSettings({
  tra,
  smtpUrl,
  push,
  dailyBackup,
  databaseUrl,
  contact,
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
      ? [{ name: 'PROVIDER_EMAIL', instead: 'contact messages are stored, and mailed to nobody' }]
      : []),
    ...(dailyBackup === null && databaseUrl === null
      ? [{ name: 'RISITI_BACKUP_DIR', instead: 'no daily backup' }]
      : []),
  ]
}
