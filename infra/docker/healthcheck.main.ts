/** For the container's health: 0 when this process and everything it needs is ready. */
const reply = await fetch(`http://127.0.0.1:${process.env.PORT ?? '3000'}/readyz`).catch(() => undefined);
process.exit(reply?.ok ? 0 : 1);
