import * as v from 'valibot'
import { portNumber } from './config-values.ts'

export type MetricsConfig = { readonly host: string; readonly port: number }

/** The variables of the metrics, for the schema of the whole environment. */
export const metricsVariables = {
  METRICS_PORT: v.optional(portNumber('METRICS_PORT')),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
}

/** What is wrong: metrics must not be where the public comes in. */
export function findPublicMetrics(settings: {
  readonly PORT: number
  readonly METRICS_PORT?: number | undefined
}): string[] {
  const { PORT: port, METRICS_PORT: metrics } = settings
  return metrics !== undefined && metrics !== 0 && metrics === port
    ? ['METRICS_PORT must be another port than PORT, which the public reaches']
    : []
}

export function metricsConfigOf(settings: {
  readonly METRICS_PORT?: number | undefined
  readonly METRICS_HOST: string
}): MetricsConfig | null {
  const { METRICS_PORT: port, METRICS_HOST: host } = settings
  return port === undefined ? null : { host, port }
}
