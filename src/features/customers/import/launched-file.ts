/** What the browser passes on when a file of the phone is opened with the app (File Handling API). */
type LaunchQueue = {
  setConsumer(take: (launch: { readonly files?: readonly LaunchedFile[] }) => void): void
}
type LaunchedFile = { getFile(): Promise<File> }

function isQueue(value: unknown): value is LaunchQueue {
  return typeof value === 'object' && value !== null && 'setConsumer' in value
}

/** Passes the file that the app was opened with to `onFile`, also one that was opened before this was called. */
export function consumeLaunchedFile(onFile: (file: File) => void): void {
  const queue: unknown = Reflect.get(window, 'launchQueue')
  if (!isQueue(queue)) return
  queue.setConsumer(({ files }) => {
    void files?.[0]?.getFile().then(onFile, () => undefined)
  })
}
