import type { InsightState } from '#contract/insight-endpoints.ts'
import { fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { CATEGORY_CONSENT_FROM } from '#domain/insights/ai-refusals.ts'
import type { AiGateway } from '../../gateways/ai/gateway.ts'
import { Refusal } from '../../ports/refusal.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { findConsent } from '../../storage/insights/consents.ts'
import { findUsage, type ServerMost, takeServerUsage, takeUsage } from '../../storage/insights/usage.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { companyScope, requireRight, type ServiceContext } from '../context.ts'

/** The company for which a person may ask an AI. */
export function insightScope(context: ServiceContext): CompanyScope {
  const scope = companyScope(context)
  requireRight(context, 'insight.word', scope)
  return scope
}

export function todayOf({ clock }: Pick<ServiceContext, 'clock'>) {
  return fiscalDayOf(toInstant(clock.now()))
}

/** How many requests of the day the company has made, and how many it may make. */
export async function quotaOf(context: ServiceContext, scope: CompanyScope): Promise<InsightState['quota']> {
  const { company } = await getCompanyRecord(context.db, scope)
  return {
    current: await findUsage(context.db, scope, todayOf(context)),
    max: company.settings.aiDailyMax,
  }
}

/** The provider of now, which a choice must be about; `null`: none is set up, and nothing leaves this server. */
type Provider = Pick<AiGateway, 'provider'> | null

/**
 * The latest choice of the person, and whether it is about categories of expenses too. An agreement to another provider
 * or country is none: the person is asked again.
 */
export async function consentOf(
  context: ServiceContext,
  scope: CompanyScope,
  ai: Provider,
): Promise<InsightState['consent']> {
  const consent = await findConsent(context.db, scope, context.actor.userId)
  if (consent === undefined) return null
  const { choice, at, textVersion, provider, country } = consent
  const isSame = ai === null || (provider === ai.provider.name && country === ai.provider.country)
  if (choice === 'granted' && !isSame) return null
  return { choice, at, coversCategories: textVersion >= CATEGORY_CONSENT_FROM }
}

/** Refuses who did not agree to the purpose with this provider. */
export async function requireConsent(
  context: ServiceContext,
  scope: CompanyScope,
  ai: Provider,
  purpose: 'wording' | 'categories' = 'wording',
): Promise<void> {
  const consent = await consentOf(context, scope, ai)
  const isCovered = purpose === 'wording' || consent?.coversCategories === true
  if (consent?.choice !== 'granted' || !isCovered) throw new Refusal('AI_CONSENT_REQUIRED')
}

/** The most requests of a day, for one company and for all of this server. */
export type DailyMost = { readonly ofCompany: number; readonly ofServer: ServerMost }

/** What this server asks a provider at most on a day. */
export function mostOf({ dailyMax, dailyTokens }: Pick<AiGateway, 'dailyMax' | 'dailyTokens'>): ServerMost {
  return { requests: dailyMax, tokens: dailyTokens }
}

/**
 * Counts one request for the company and for the server, or refuses: both or none, so within a transaction. Always in
 * this order, so that two requests never wait for each other.
 */
export async function takeRequest(
  tx: Db,
  scope: CompanyScope,
  day: string,
  { ofCompany, ofServer }: DailyMost,
): Promise<void> {
  if (!(await takeUsage(tx, scope, day, ofCompany))) throw new Refusal('AI_DAILY_LIMIT')
  if (!(await takeServerUsage(tx, day, ofServer))) throw new Refusal('AI_SERVER_LIMIT')
}
