/**
 * For the container's health: 0 when this process is alive. An orchestrator waits for it before it starts others, and may
 * kill what is not healthy; neither would mend a database that is away, or an event that cannot be projected. Whether the
 * process gets requests is up to the balancer, which asks `/readyz`.
 */
const reply = await fetch(`http://127.0.0.1:${process.env.PORT ?? '3000'}/healthz`).catch(() => undefined);
process.exit(reply?.ok ? 0 : 1);
