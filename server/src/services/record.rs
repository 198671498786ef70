//! Games between forms and notations.

use std::sync::Arc;

use tabuleiro_proto::v1::{
    ConvertRecordRequest, ConvertRecordResponse, record_service_server::RecordService,
};
use tonic::{Request, Response, Status};

use crate::{
    compute::Cancel,
    services::{Core, convert},
};

/// See the module.
pub(crate) struct Records {
    core: Arc<Core>,
}

impl Records {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Records { core }
    }
}

#[tonic::async_trait]
impl RecordService for Records {
    async fn convert_record(
        &self,
        request: Request<ConvertRecordRequest>,
    ) -> Result<Response<ConvertRecordResponse>, Status> {
        let (core, request) = (Arc::clone(&self.core), request.into_inner());
        let work = move |_: &Cancel| convert::convert(&core, &request);
        Ok(Response::new(self.core.compute.run(work).await?))
    }
}
