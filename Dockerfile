# A small image: the build tools stay in the first stage, and nothing runs as root.
FROM python:3.11-slim-trixie AS build
WORKDIR /build
COPY requirements/runtime.txt pyproject.toml README.md LICENSE ./
COPY src src
COPY docs/*.md docs/
COPY tools tools
RUN python -m venv /opt/crosstable \
 && /opt/crosstable/bin/pip install --no-cache-dir --require-hashes -r runtime.txt \
 && /opt/crosstable/bin/pip install --no-cache-dir --no-deps .

FROM python:3.11-slim-trixie
# pg_dump and pg_restore for backups: this Debian has those of PostgreSQL 17, which compose.yaml runs.
RUN apt-get update \
 && apt-get install -y --no-install-recommends postgresql-client \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin crosstable \
 && install -d -o crosstable -g crosstable -m 700 /data
COPY --from=build /opt/crosstable /opt/crosstable
ENV CROSSTABLE_DATA=/data PATH=/opt/crosstable/bin:$PATH PYTHONUNBUFFERED=1
USER crosstable
VOLUME /data
EXPOSE 3005
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:3005/healthz', timeout=4)"]
CMD ["crosstable", "serve", "--host", "0.0.0.0", "--port", "3005"]
