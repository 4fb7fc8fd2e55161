import * as v from 'valibot'
import { AI_TASK_FAILURES } from '#domain/insights/ai-refusals.ts'
import { FIGURE_NAMES, FIGURE_UNITS, FINDING_RULES, INSIGHT_TYPES } from '#domain/insights/finding.ts'
import { endpoint } from './endpoint.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'
import { insightAnswerSchema } from './insight-answers.ts'

const whole = v.pipe(v.number(), v.safeInteger())
const quotaSchema = v.object({ current: whole, max: whole })

/** A finding without names: the phone keeps which product or customer it is about. */
const factSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^f\d{1,2}$/)),
  rule: v.picklist(FINDING_RULES),
  type: v.picklist(INSIGHT_TYPES),
  severity: v.pipe(whole, v.minValue(0), v.maxValue(100)),
  from: fiscalDayField,
  to: fiscalDayField,
  figures: v.pipe(
    v.array(v.object({ name: v.picklist(FIGURE_NAMES), unit: v.picklist(FIGURE_UNITS), value: whole })),
    v.maxLength(12),
  ),
})

/** What the provider must answer, and what a phone gets after the check. */
export const wordingsSchema = v.pipe(
  v.array(v.strictObject({ id: v.string(), headline: textField(200), body: textField(1000) })),
  v.maxLength(20),
)

const CHOICES = ['granted', 'declined'] as const

const stateSchema = v.object({
  /** Who words the findings; `null` when that is not set up. */
  provider: v.nullable(v.object({ name: v.string(), country: v.string() })),
  /** The person's own choice; `null` before the first. */
  consent: v.nullable(
    v.object({
      choice: v.picklist(CHOICES),
      at: instantField,
      /** Whether the text that was agreed to covers categories of expenses; absent from an older server. */
      coversCategories: v.exactOptional(v.boolean()),
    }),
  ),
  quota: quotaSchema,
})
export type InsightState = v.InferOutput<typeof stateSchema>

const taskSchema = v.object({
  id: idField,
  status: v.picklist(['queued', 'running', 'done', 'failed']),
  /** Made for an earlier request with the same facts; it took nothing from the quota. */
  cached: v.boolean(),
  failure: v.nullable(v.picklist(AI_TASK_FAILURES)),
  result: v.nullable(wordingsSchema),
  quota: quotaSchema,
})
export type InsightTask = v.InferOutput<typeof taskSchema>

/** Of every request to the provider. */
const REQUEST_REFUSALS = [
  'AI_CONSENT_REQUIRED',
  'AI_TOO_MANY_REQUESTS',
  'AI_DAILY_LIMIT',
  'AI_SERVER_LIMIT',
  'AI_GENERATION_FAILED',
] as const

/** Wording of insights by AI (spec §4, §8): after consent, counted by day, as a task. */
export const insightEndpoints = {
  'insights.state': endpoint({
    method: 'GET',
    path: '/v1/accounting/insights',
    input: v.object({}),
    output: stateSchema,
    refusals: [],
    access: 'signed-in',
  }),
  'insights.consent': endpoint({
    method: 'POST',
    path: '/v1/accounting/insights/consent',
    input: v.object({
      choice: v.picklist(CHOICES),
      language: v.picklist(['en', 'sw']),
      textVersion: textField(20),
      /** As it was shown; the server keeps its hash. */
      text: textField(2000),
    }),
    output: stateSchema,
    refusals: [],
    access: 'signed-in',
  }),
  /** What the person said about findings, on any phone; what a phone says comes as `insight.answer`. */
  'insights.answers': endpoint({
    method: 'GET',
    path: '/v1/accounting/insights/answers',
    input: v.object({}),
    output: v.object({ answers: v.array(insightAnswerSchema) }),
    refusals: [],
    access: 'signed-in',
  }),
  'insights.request': endpoint({
    method: 'POST',
    path: '/v1/accounting/insights',
    input: v.object({
      language: v.picklist(['en', 'sw']),
      facts: v.pipe(v.array(factSchema), v.minLength(1), v.maxLength(20)),
    }),
    output: taskSchema,
    refusals: REQUEST_REFUSALS,
    access: 'signed-in',
  }),
  'insights.task': endpoint({
    method: 'GET',
    path: '/v1/accounting/insights/tasks/:id',
    input: v.object({ id: idField }),
    output: taskSchema,
    refusals: ['AI_CONSENT_REQUIRED', 'NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Asks which category fits what was bought; a person confirms it. */
  'insights.category': endpoint({
    method: 'POST',
    path: '/v1/accounting/insights/category',
    input: v.object({
      descriptions: v.pipe(v.array(textField(255)), v.minLength(1), v.maxLength(20)),
      categories: v.pipe(
        v.array(v.object({ id: textField(60), name: textField(100) })),
        v.minLength(2),
        v.maxLength(100),
      ),
    }),
    output: v.object({
      suggestions: v.array(
        v.object({ category: v.string(), confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)) }),
      ),
      quota: quotaSchema,
    }),
    refusals: [...REQUEST_REFUSALS, 'AI_ANALYSIS_FAILED'],
    access: 'signed-in',
  }),
}
