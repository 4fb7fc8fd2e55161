import * as v from 'valibot'

/** Messages of a page to the worker. */
const messageSchema = v.variant('type', [
  /** Send what is unsent. */
  v.object({ type: v.literal('KICK') }),
  /** The person agreed to the new version: activate it as soon as nothing is under way. */
  v.object({ type: v.literal('SKIP_WAITING') }),
  /**
   * The first screen is shown; `parts` are the addresses of the scripts the page began with. The worker takes the page
   * over if it has none: one that was loading during the activation, or that was reloaded past the worker.
   */
  v.object({ type: v.literal('STARTED'), parts: v.array(v.string()) }),
])
export type WorkerMessage = v.InferOutput<typeof messageSchema>

/** Reads a message; `undefined` for anything else. */
export function readWorkerMessage(data: unknown): WorkerMessage | undefined {
  const parsed = v.safeParse(messageSchema, data)
  return parsed.success ? parsed.output : undefined
}
