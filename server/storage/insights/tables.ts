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
