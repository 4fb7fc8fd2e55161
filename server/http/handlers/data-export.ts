import type { dataExportEndpoints } from '#contract/data-export-endpoints.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { linkToExport, readExport, startExport } from '../../services/data-export/data-exports.ts'
import type { Handlers } from './handler-types.ts'

/** Calls about the export of all of a company's data. */
export function createDataExportHandlers(
  limit: AttemptLimit,
): Pick<Handlers, keyof typeof dataExportEndpoints> {
  return {
    'data-export.read': readExport,
    'data-export.start': async (context, input) => await startExport(context, limit, input),
    'data-export.link': linkToExport,
  }
}
