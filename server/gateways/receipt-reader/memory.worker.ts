import { workerData } from 'node:worker_threads'

// A thread of its own: the one that unpacks a file is busy until the memory is full.
const mostBytes = Number(workerData)
setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, 'SIGKILL')
}, 100)
