import type { Generated } from 'kysely'
import type { InsightAnswer } from '#domain/insights/answers.ts'
import type { Wording } from '#domain/insights/wording.ts'
import type { Json, Moment } from '../column-types.ts'

export type AiConsentsTable = {
  id: string
  company_id: string
  user_id: string
  at: Moment
  choice: 'granted' | 'declined'
  language: string
  text_version: string
  text_hash: string
  provider: string
  country: string
}

export type AiUsageTable = { company_id: string; day: string; used: number }

/** All companies together. */
export type AiServerUsageTable = {
  day: string
  used: number
  /** What the provider counted. */
  tokens: Generated<string>
}

export type InsightTasksTable = {
  id: string
  company_id: string
  user_id: string
  /** Hash of what was asked for: language, facts and model. */
  key: string
  status: 'queued' | 'running' | 'done' | 'failed'
  failure: string | null
  result: Json<Wording[]> | null
  /** The day it counts on. */
  day: string
  created_at: Moment
  changed_at: Moment
}

/** The latest answer of a person to a finding. */
export type InsightAnswersTable = {
  company_id: string
  user_id: string
  finding_id: string
  rule: string
  /** `null` when it was taken back. */
  answer: InsightAnswer | null
  at: Moment
}

/** One row for each day on which the figures of a company were examined. */
export type InsightChecksTable = {
  company_id: string
  day: string
  /** The finding its owners were notified of; empty when there was none. */
  finding_id: Generated<string>
}
