import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { up as first } from './migrations/0001-first.ts'
import { up as syncAndDelivery } from './migrations/0002-sync-and-delivery.ts'
import { up as standingAndLimits } from './migrations/0003-standing-and-limits.ts'
import { up as numberingHolds } from './migrations/0010-numbering-holds.ts'
import { up as creditNotes } from './migrations/0011-credit-notes.ts'
import { up as invoiceMails } from './migrations/0012-invoice-mails.ts'
import { up as publicReceipts } from './migrations/0014-slips.ts'
import { up as feedPruning } from './migrations/0015-feed-pruning.ts'
import { up as notifications } from './migrations/0018-notifications.ts'
import { up as announceChanges } from './migrations/0019-announce-changes.ts'
import { up as expenses } from './migrations/0030-expenses.ts'
import { up as companyLogo } from './migrations/0035-company-logo.ts'
import { up as grantsEndWithTheUser } from './migrations/0040-grants-end-with-the-user.ts'
import { up as carriedOperations } from './migrations/0050-carried-operations.ts'
import { up as files } from './migrations/0070-files.ts'
import { up as expenseLookUps } from './migrations/0080-expense-look-ups.ts'
import { up as refreshKeys } from './migrations/0200-refresh-keys.ts'
import { up as feedEpochs } from './migrations/0210-feed-epochs.ts'
import { up as administrationLists } from './migrations/0400-administration-lists.ts'
import { up as companyChoices } from './migrations/0410-company-choices.ts'
import { up as userLists } from './migrations/0500-user-lists.ts'
import { up as operatorRights } from './migrations/0510-operator-rights.ts'
import { up as fiscalEnvironments } from './migrations/0600-fiscal-environments.ts'
import { up as certificates } from './migrations/0601-certificates.ts'
import { up as mailHtml } from './migrations/0700-mail-html.ts'
import { up as passwordResets } from './migrations/0701-password-resets.ts'
import { up as contactAndClients } from './migrations/0702-contact-and-clients.ts'
import { up as profileAndDevices } from './migrations/0703-profile-and-devices.ts'
import { up as listIndexes } from './migrations/0800-list-indexes.ts'
import { up as datedRates } from './migrations/0900-dated-rates.ts'
import { up as deletedCatalogue } from './migrations/1000-deleted-catalogue.ts'
import { up as collections } from './migrations/1010-collections.ts'
import { up as vendorsAndCategories } from './migrations/1100-vendors-and-categories.ts'
import { up as taxTips } from './migrations/1200-tax-tips.ts'
import { up as salesOfAnOperator } from './migrations/1300-sales-of-an-operator.ts'
import { up as namesOfAccounts } from './migrations/1310-names-of-accounts.ts'
import { up as subscriptionPayments } from './migrations/1400-subscription-payments.ts'
import { up as invoicesReport } from './migrations/1500-invoices-report.ts'
import { up as auditTrail } from './migrations/1510-audit-trail.ts'
import { up as insights } from './migrations/1700-insights.ts'
import { up as apiKeys } from './migrations/1800-api-keys.ts'
import { up as lostWork } from './migrations/2200-lost-work.ts'
import { up as dataExports } from './migrations/2300-data-exports.ts'
import { up as secondFactors } from './migrations/2310-second-factors.ts'
import { up as accounting } from './migrations/2400-accounting.ts'
import { up as ussd } from './migrations/2500-ussd.ts'
import { up as copiedPhones } from './migrations/2510-copied-phones.ts'
import { up as drafts } from './migrations/2511-drafts.ts'
import { up as ussdSms } from './migrations/2520-ussd-sms.ts'
import { up as expenseReadings } from './migrations/2530-expense-readings.ts'
import { up as webhooks } from './migrations/2540-webhooks.ts'
import { up as insightChecks } from './migrations/2620-insight-checks.ts'
import { up as sandboxes } from './migrations/2640-sandboxes.ts'
import { up as accountingInbox } from './migrations/2650-accounting-inbox.ts'
import { up as noticesAfterCommit } from './migrations/2700-notices-after-commit.ts'
import { up as dueWork } from './migrations/2710-due-work.ts'
import { up as aiServerUsage } from './migrations/2730-ai-server-usage.ts'
import { up as totalChecks } from './migrations/2740-total-checks.ts'
import { up as accountingCollections } from './migrations/2750-accounting-collections.ts'
import { up as insightAnswers } from './migrations/2770-insight-answers.ts'
import { up as unsentCollections } from './migrations/2780-unsent-collections.ts'
import { up as aiTokens } from './migrations/2790-ai-tokens.ts'
import { up as plannedByFeed } from './migrations/2800-planned-by-feed.ts'
import { up as companyInKeys } from './migrations/2810-company-in-keys.ts'
import { up as feedsAndIdentities } from './migrations/2820-feeds-and-identities.ts'
import { up as monthlyLogs } from './migrations/2830-monthly-logs.ts'
import { up as receiptsOnce } from './migrations/2840-receipts-once.ts'
import { up as refusedContactMails } from './migrations/2850-refused-contact-mails.ts'
import { up as expiringKeys } from './migrations/2870-expiring-keys.ts'
import { up as announcedSince } from './migrations/2880-announced-since.ts'
import { up as registeredSerials } from './migrations/2890-registered-serials.ts'
import { up as auditOfStatus } from './migrations/2900-audit-of-status.ts'
import { up as endedByTime } from './migrations/2910-ended-by-time.ts'
import { up as apiRequestsByTime } from './migrations/2920-api-requests-by-time.ts'
import { up as tokensByTime } from './migrations/2930-tokens-by-time.ts'
import { up as useOfUssd } from './migrations/2940-use-of-ussd.ts'
import { up as pushRefusals } from './migrations/2950-push-refusals.ts'
import type { Database } from './schema.ts'

/** Every migration in order. A released one never changes: write the next. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first': { up: first },
  '0002-sync-and-delivery': { up: syncAndDelivery },
  '0003-standing-and-limits': { up: standingAndLimits },
  '0010-numbering-holds': { up: numberingHolds },
  '0011-credit-notes': { up: creditNotes },
  '0012-invoice-mails': { up: invoiceMails },
  '0014-slips': { up: publicReceipts },
  '0015-feed-pruning': { up: feedPruning },
  '0018-notifications': { up: notifications },
  '0019-announce-changes': { up: announceChanges },
  '0030-expenses': { up: expenses },
  '0035-company-logo': { up: companyLogo },
  '0040-grants-end-with-the-user': { up: grantsEndWithTheUser },
  '0050-carried-operations': { up: carriedOperations },
  '0070-files': { up: files },
  '0080-expense-look-ups': { up: expenseLookUps },
  '0400-administration-lists': { up: administrationLists },
  '0410-company-choices': { up: companyChoices },
  '0200-refresh-keys': { up: refreshKeys },
  '0210-feed-epochs': { up: feedEpochs },
  '0500-user-lists': { up: userLists },
  '0510-operator-rights': { up: operatorRights },
  '0700-mail-html': { up: mailHtml },
  '0600-fiscal-environments': { up: fiscalEnvironments },
  '0701-password-resets': { up: passwordResets },
  '0900-dated-rates': { up: datedRates },
  '0702-contact-and-clients': { up: contactAndClients },
  '0601-certificates': { up: certificates },
  '0703-profile-and-devices': { up: profileAndDevices },
  '1100-vendors-and-categories': { up: vendorsAndCategories },
  '1000-deleted-catalogue': { up: deletedCatalogue },
  '1200-tax-tips': { up: taxTips },
  '1700-insights': { up: insights },
  '2200-lost-work': { up: lostWork },
  '2300-data-exports': { up: dataExports },
  '2310-second-factors': { up: secondFactors },
  '1500-invoices-report': { up: invoicesReport },
  '1510-audit-trail': { up: auditTrail },
  '0800-list-indexes': { up: listIndexes },
  '1010-collections': { up: collections },
  '1300-sales-of-an-operator': { up: salesOfAnOperator },
  '1310-names-of-accounts': { up: namesOfAccounts },
  '1800-api-keys': { up: apiKeys },
  '1400-subscription-payments': { up: subscriptionPayments },
  '2400-accounting': { up: accounting },
  '2500-ussd': { up: ussd },
  '2510-copied-phones': { up: copiedPhones },
  '2511-drafts': { up: drafts },
  '2520-ussd-sms': { up: ussdSms },
  '2530-expense-readings': { up: expenseReadings },
  '2540-webhooks': { up: webhooks },
  '2620-insight-checks': { up: insightChecks },
  '2640-sandboxes': { up: sandboxes },
  '2650-accounting-inbox': { up: accountingInbox },
  '2700-notices-after-commit': { up: noticesAfterCommit },
  '2710-due-work': { up: dueWork },
  '2730-ai-server-usage': { up: aiServerUsage },
  '2740-total-checks': { up: totalChecks },
  '2750-accounting-collections': { up: accountingCollections },
  '2770-insight-answers': { up: insightAnswers },
  '2780-unsent-collections': { up: unsentCollections },
  '2790-ai-tokens': { up: aiTokens },
  '2800-planned-by-feed': { up: plannedByFeed },
  '2810-company-in-keys': { up: companyInKeys },
  '2820-feeds-and-identities': { up: feedsAndIdentities },
  '2830-monthly-logs': { up: monthlyLogs },
  '2840-receipts-once': { up: receiptsOnce },
  '2850-refused-contact-mails': { up: refusedContactMails },
  '2870-expiring-keys': { up: expiringKeys },
  '2880-announced-since': { up: announcedSince },
  '2890-registered-serials': { up: registeredSerials },
  '2900-audit-of-status': { up: auditOfStatus },
  '2910-ended-by-time': { up: endedByTime },
  '2920-api-requests-by-time': { up: apiRequestsByTime },
  '2930-tokens-by-time': { up: tokensByTime },
  '2940-use-of-ussd': { up: useOfUssd },
  '2950-push-refusals': { up: pushRefusals },
}

/**
 * Brings the schema up to date and opens the server's epoch on an empty database. Safe when several processes
 * start at once. Returns the names of the migrations it ran; throws what the failing one threw.
 */
export async function migrate(db: Kysely<Database>, newId: () => string): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    // Work that was begun side by side may arrive in another order than it is numbered; each only adds.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw new Error('The database could not be migrated', { cause: error })
  await db
    .insertInto('server_state')
    .values({ id: 1, epoch: newId(), demo_seeded_at: null, database_identity: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return results.map((result) => result.migrationName)
}
