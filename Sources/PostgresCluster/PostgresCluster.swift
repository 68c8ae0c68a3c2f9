// PostgresCluster
